"""pegwise: the engine, analyser and game of Mastermind and its relatives."""
