import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { scrub, scrubRulesOf } from '#digest/scrub/scrub.ts'
import { trim } from '#digest/kinds/errors/trim.ts'
import { innocentCases } from './innocents.ts'
import { secretCases } from './secrets.ts'

export interface ScrubScore {
  readonly secrets: number
  readonly innocents: number
  /** Names of the secrets that stayed. */
  readonly missed: readonly string[]
  /** Names of the innocents in which something was replaced. */
  readonly hit: readonly string[]
}

/** What the default rules find of the secrets and leave of the innocents. */
export function scrubScore(): ScrubScore {
  const rules = scrubRulesOf(DEFAULT_PROJECT_SETTINGS)
  const secrets = secretCases()
  const innocents = innocentCases()
  return {
    secrets: secrets.length,
    innocents: innocents.length,
    missed: secrets
      .filter(({ secret, payload }) => {
        const after = JSON.stringify(scrub(trim(payload).payload, rules).payload)
        return after.includes(JSON.stringify(secret).slice(1, -1))
      })
      .map(({ name }) => name),
    hit: innocents
      .filter(({ payload }) => scrub(trim(payload).payload, rules).payload !== payload)
      .map(({ name }) => name),
  }
}
