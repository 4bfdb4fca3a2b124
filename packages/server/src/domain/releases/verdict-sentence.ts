import type { Compared, Verdict } from './release-verdict.ts'

/** The verdict in one line of English, for tools; screens say it in the reader's language. */
export function verdictSentence(verdict: Verdict): string {
  if (verdict.call === 'too_little') return 'Too little was heard of it to say anything.'
  const parts = [issuesPart(verdict), sharePart(verdict.crashFreeSessions), errorsPart(verdict)]
  const told = parts.filter((part) => part !== undefined).join('; ')
  const sentence = verdict.call === 'first' ? `the first release; ${told}` : told
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function issuesPart({ appeared, cameBack, worse, better, resolved }: Verdict): string {
  const counted = [
    several(appeared.length, '1 new issue', 'new issues'),
    several(cameBack.length, '1 came back', 'came back'),
    several(worse.length, '1 got worse', 'got worse'),
    several(better.length, '1 got better', 'got better'),
    several(resolved.length, '1 resolved', 'resolved'),
  ].filter((part) => part !== undefined)
  return counted.length === 0 ? 'no new issues' : counted.join(', ')
}

function several(count: number, one: string, many: string): string | undefined {
  return count === 0 ? undefined : count === 1 ? one : `${count} ${many}`
}

function sharePart({ before, now }: Compared): string | undefined {
  if (now === undefined) return undefined
  return before === undefined
    ? `crash-free sessions ${percent(now)}`
    : `crash-free sessions ${percent(before)} → ${percent(now)}`
}

function errorsPart({ errors: { before, now }, per }: Verdict): string | undefined {
  if (now === undefined) return undefined
  const unit = per === 'sessions' ? 'errors per 1,000 sessions' : 'errors per hour'
  return before === undefined ? `${short(now)} ${unit}` : `${short(before)} → ${short(now)} ${unit}`
}

/** 99.96 % must not become 100 %: that is the one number people read it for. */
export function percent(share: number): string {
  const hundredths = share === 1 ? 10_000 : Math.min(Math.floor(share * 10_000 + 1e-6), 9_999)
  return `${(hundredths / 100).toFixed(hundredths % 10 === 0 ? (hundredths % 100 === 0 ? 0 : 1) : 2)} %`
}

function short(rate: number): string {
  return rate >= 100 ? rate.toFixed(0) : rate >= 10 ? rate.toFixed(1) : rate.toFixed(2)
}
