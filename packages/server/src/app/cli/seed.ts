import type { Invocation } from './invocation.ts'
import { operate } from './operate.ts'
import { textFlag } from './required.ts'

export async function seed({ config, flags, rest, terminal }: Invocation): Promise<number> {
  const project = textFlag(flags, 'project')
  const result = await operate(config, 'seed', {
    scenario: rest[0] ?? 'busy-shop',
    ...(project === undefined ? {} : { project }),
  })
  terminal.print(
    flags['json'] === true
      ? JSON.stringify(result)
      : `${result.events} sample events of “${result.scenario}” sent to ${result.project}`,
  )
  if (result.ownPages && flags['json'] !== true) {
    terminal.print(
      'Hindcast’s own pages now report their routes, web vitals and traces to its own project; HINDCAST_SELF_REPORT=on turns that off.',
    )
  }
  return 0
}
