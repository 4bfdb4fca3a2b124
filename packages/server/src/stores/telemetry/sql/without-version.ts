/** The name in front of a version, of a column such as `browser`. Only what looks like a version is cut off: `Windows XP` is a name. */
export const withoutVersion = (column: string): string => `regexp_replace(${column}, ' [0-9][^ ]*$', '')`
