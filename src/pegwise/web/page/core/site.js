// What this copy of the page is: `pegwise site` writes another text here.

/** Whether the page stands on a web space alone, without a server of pegwise. @type {boolean} */
export const ALONE = false;

/** Strategies whose trees are beside the page, by the rules: `trees/4x6-optimal.json`. @type {Record<string, string[]>} */
export const TREES = {};
