// The types that most modules of the page use. They need no import; those of one module stand there.

/** A code: a color, numbered from 1, for each peg. */
type Code = number[];
/** `text` is how it is written in games that tell something else than hits; the winning one has all pegs black. */
type Feedback = { black: number; white: number; text?: string };
type Row = { guess: Code; feedback: Feedback };
/** `zero` is numbers from 0, `symbols` are a player's own. `symbols` has one for each color, without the empty hole; none for numbers. */
type Alphabet = { kind: 'numbers' | 'zero' | 'letters' | 'initials' | 'names' | 'symbols'; symbols: string[] };
/** Guesses and secrets out of lists, as the API takes them; without guesses the secrets are those. */
type Lists = {
  name: string; secrets: string[]; guesses: string[] | null; weights: number[] | null;
  feedback: 'marks' | 'hits' | 'black' | 'total'; symbols: string | null;
};
/** `colors` counts the empty hole of a game with blanks or holes, its last color. `alphabet` is how the codes of this game are written,
 * once that is decided. Of guesses alone, `any` lets colors repeat and `holes` leaves pegs empty. `tells` is what feedback tells
 * instead of hits. */
type Rules = {
  pegs: number; colors: number; repeats: boolean; whites: boolean; blanks: boolean;
  any?: boolean; holes?: boolean; tells?: 'total' | 'marks'; lists?: Lists; alphabet?: Alphabet;
};
/** The holes of a row being made; null is open. */
type Holes = (number | null)[];
/** What an element may hold. */
type Child = Node | string | number | null | undefined | false;
type Children = Child | Children[];
/** What a place is given. `parts` are what the address says after its name; `signal` is aborted when the reader leaves. */
type Context = { parts: string[]; signal: AbortSignal; go: (hash: string) => void };
