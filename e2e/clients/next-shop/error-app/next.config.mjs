import { dirname } from 'node:path'

/** The packages are those of the shop around it. */
const root = dirname(import.meta.dirname)

export default { turbopack: { root }, outputFileTracingRoot: root }
