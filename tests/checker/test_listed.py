def some(count: int) -> list[tuple[Game, Problem, StrategyTree]]:
    """Random games, each with a problem and the best tree."""
    chance, found = random.Random("listed"), list[tuple[Game, Problem, StrategyTree]]()
    while len(found) < count:
        tells = list(TELLS)[len(found) % len(TELLS)]
        secrets = chance.randint(2, 8)
        game = drawn(chance, tells, secrets, chance.randint(secrets, 10), chance.random() < 0.5)
        first = chance.choice(game.guesses) if chance.random() < 0.3 else None
        problem = game.problem(first, chance.choice([None, None, 2, 3, 4]))
        tree = game.tree(problem)
        if tree is not None:
            found.append((game, problem, tree))
    return found


def test_certificates_of_small_games_hold() -> None:
    for game, problem, tree in some(60):
        said = verdict(text_of(problem, tree))
        left = math.inf if problem.max_guesses is None else problem.max_guesses
        start = frozenset(game.weights)
        if problem.first is None:
            assert said.problem.total == game.best(start, left)[0]
        assert said.problem.total == tree.root.count + sum(
            game.best(part, left - 1)[0]
            for told, part in game.classes(start, str(tree.root.guess)).items()
            if told != WON
        )
        assert said.lemmas
