// What this copy of the page is: `pegwise site` writes another text here.

/** Python and pegwise in files beside the page: their folder; each file with its bytes; the archive of numpy and that of pegwise.
 * @typedef {{folder: string, files: [string, number][], packages: string[], kept: string}} Python */

/** Whether the page stands on a web space alone, without a server of pegwise. @type {boolean} */
export const ALONE = false;

/** What answers the questions where there is no server; null if nothing does. @type {Python | null} */
export const PYTHON = null;

/** The strategies, as GET /strategies lists them, so that a menu needs nobody to ask. @type {{name: string, summary: string}[]} */
export const STRATEGIES = [];

/** Files of puzzles that are beside the page: of days, and of the rush. @type {string[]} */
export const STOCK = [];
