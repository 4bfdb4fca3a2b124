import type { Invocation } from './invocation.ts'
import { operate } from './operate.ts'
import { textFlag } from './required.ts'
import { WrongUse } from './wrong-use.ts'

export async function createProject({ config, flags, rest, terminal }: Invocation): Promise<number> {
  const [name] = rest
  if (name === undefined) throw new WrongUse('Say what the project is called: hindcast project create NAME')
  const platform = textFlag(flags, 'platform')
  const result = await operate(config, 'createProject', {
    name,
    ...(platform === undefined ? {} : { platform }),
  })
  terminal.print(flags['json'] === true ? JSON.stringify(result) : `${result.project}\nDSN  ${result.dsn}`)
  return 0
}
