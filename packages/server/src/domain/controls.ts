/** Also what turns the direction of writing: `\u202Eevil` would read as “live”, and turn around what stands behind it. */
export const CONTROLS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u
