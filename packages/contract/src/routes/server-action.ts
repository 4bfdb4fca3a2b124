/** Server actions of one release; the largest applications we know of have a tenth of it. */
export const MOST_ACTIONS = 2000
/** Characters of an id, of the path of a file, and of the name of an export. */
export const LONGEST_ACTION = { id: 100, file: 500, name: 200 } as const
