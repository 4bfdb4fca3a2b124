import type { Invocation } from './invocation.ts'
import { operate } from './operate.ts'
import { requiredFlag, textFlag } from './required.ts'

export async function createToken({ config, flags, terminal }: Invocation): Promise<number> {
  const scopes = requiredFlag(flags, 'scopes')
    .split(/[\s,]+/)
    .filter((scope) => scope !== '')
  const result = await operate(config, 'createToken', {
    name: textFlag(flags, 'name') ?? 'command line',
    scopes,
  })
  terminal.print(flags['json'] === true ? JSON.stringify(result) : `${result.token}   (shown once)`)
  return 0
}
