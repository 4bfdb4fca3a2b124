import type { Invocation } from './invocation.ts'
import { operate } from './operate.ts'
import { requiredFlag, textFlag } from './required.ts'

export async function init({ config, flags, terminal }: Invocation): Promise<number> {
  const platform = textFlag(flags, 'platform')
  const result = await operate(config, 'init', {
    email: requiredFlag(flags, 'email'),
    password: requiredFlag(flags, 'password'),
    project: requiredFlag(flags, 'project'),
    ...(platform === undefined ? {} : { platform }),
  })
  if (flags['json'] === true) terminal.print(JSON.stringify(result))
  else {
    terminal.print(`The owner can sign in at ${result.url}`)
    terminal.print(`DSN    ${result.dsn}`)
    terminal.print(`Token  ${result.token}   (shown once)`)
  }
  return 0
}
