import type { Finding } from '#app/admin/doctor.ts'
import type { Invocation } from './invocation.ts'
import { operate } from './operate.ts'

const MARKS: Record<Finding['verdict'], string> = { ok: 'ok  ', warning: 'warn', failure: 'FAIL' }

export async function doctor({ config, flags, terminal }: Invocation): Promise<number> {
  const report = await operate(config, 'doctor', null)
  if (flags['json'] === true) terminal.print(JSON.stringify(report))
  else {
    for (const { check, verdict, seen, fix } of report.findings) {
      terminal.print(`${MARKS[verdict]}  ${check.padEnd(12)}  ${seen}`)
      if (fix !== undefined) terminal.print(`      ${''.padEnd(12)}  ${fix}`)
    }
  }
  return report.healthy ? 0 : 1
}
