export type Verdict = 'ok' | 'warning' | 'failure'

export interface Finding {
  readonly check: string
  readonly verdict: Verdict
  /** What was seen, in one sentence. */
  readonly seen: string
  /** What to do about it, where something is to be done. */
  readonly fix?: string
}

export interface DoctorReport {
  readonly findings: readonly Finding[]
  readonly healthy: boolean
}

/** A check that throws has found something wrong: the store it asked does not answer. */
export type Check = () => Promise<Finding>

export async function examine(checks: Readonly<Record<string, Check>>): Promise<DoctorReport> {
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks)) {
    try {
      findings.push(await check())
    } catch (error) {
      findings.push({
        check: name,
        verdict: 'failure',
        seen: error instanceof Error ? error.message : String(error),
      })
    }
  }
  return { findings, healthy: findings.every((finding) => finding.verdict !== 'failure') }
}
