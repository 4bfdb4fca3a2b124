/** As long as a database would take. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
