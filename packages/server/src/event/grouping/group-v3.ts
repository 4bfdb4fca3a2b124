import { hash } from 'node:crypto'
import type { Grouping } from '#domain/issues/grouping.ts'
import { inCommonWords } from './group-v3-words.ts'

/**
 * FROZEN once released (spec GR1). Where the message decides, every engine says the same thing in its own words and a
 * minifier puts its own names into it: both are one. Undefined where version 1 says it in these words already.
 */
export function groupV3(sent: Grouping): Grouping | undefined {
  const { rule, parts } = sent.evidence
  if (rule !== 'exception' && rule !== 'message') return undefined
  const [kind = '', ...rest] = parts
  const [type, message, ...places] = rule === 'exception' ? rest : ['', ...rest]
  const common = inCommonWords(type ?? '', message ?? '')
  if (common.type === type && common.message === message) return undefined
  const words = rule === 'exception' ? [common.type, common.message] : [common.message]
  const common3 = [kind, ...words, ...places]
  return {
    version: 3,
    fingerprint: hash('sha256', JSON.stringify([3, ...common3])).slice(0, 32),
    evidence: { ...sent.evidence, parts: common3 },
  }
}
