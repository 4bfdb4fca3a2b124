import { writeFileSync } from 'node:fs'
import { outcomes } from './outcomes.ts'

/** Run by hand when an outcome is meant to change; the difference is then read against the recordings. */
const FILE = new URL('../../../../../fixtures/expected/outcomes.json', import.meta.url)
writeFileSync(FILE, `${JSON.stringify(outcomes(), null, 1)}\n`)
