// The types that several modules of the page use. They need no import; those of one module, or of two, stand there.

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
/** What is known of a code. `peg` is for `is` and `not`, `times` for `least` and `most`; all count from 1. */
type Fact = { kind: 'is' | 'not' | 'least' | 'most'; peg?: number; color: number; times?: number };
/** Rows from 1: a smallest set of them that contradict each other, the first of several. */
type Contradiction = { rows: number[]; repairs: { row: number; feedback: Feedback }[]; complete: boolean };
/** A game as its line tells it. `secret` is told of a finished game only; `guessed` that the winning guess is left out; `race` and
 * `started` are kept as they are. */
type Game = {
  rules: Rules; rows: Row[]; secret: Code | null; resigned: boolean; allowed: number | null; hints: number; maker: string;
  guessed?: boolean; race?: string | null; started?: string | null;
};
/** What a review found: turns lost by each guess, and whether all of them are exact. */
type Reviewed = { accuracy: number | null; regrets: number[]; known: string[] };
/** A game that is kept. `line` tells the secret of a finished game only; `sealed` hides that of one that goes on. `begun` orders
 * the games; `needed` are the guesses of strategies for the same secret; `given` are the rows that a lesson began with. */
type Kept = {
  id: string; line: string; sealed: string | null; begun: number; finished: boolean;
  review?: Reviewed | null; needed?: Record<string, number>; given?: number;
};
/** A kept game that was read. */
type Played = { kept: Kept; game: Game; outcome: 'won' | 'lost' | 'resigned' | 'unfinished'; guesses: number };
/** Rows with which one code is consistent, and how it is deduced. */
type Puzzle = { rules: Rules; rows: Row[]; level: string; steps: import('./page/core/deduction-words.js').Sentence[][] };
/** What Undo and Clear do where more than the row can be changed: `note` is told what the holes were before each change. */
type Past = {
  note: (before: Holes) => void; undo: () => void; clear: () => void;
  canUndo: () => boolean; canClear: (holes: Holes) => boolean; clearName: (holes: Holes) => string;
};
