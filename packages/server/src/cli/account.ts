import type { ResetResult } from '#control/operations.ts'
import type { Invocation } from './invocation.ts'
import { operate } from './operate.ts'
import { requiredFlag } from './required.ts'

export async function resetSecondStep({ config, flags, terminal }: Invocation): Promise<number> {
  const result = await operate(config, 'resetSecondStep', { email: requiredFlag(flags, 'email') })
  terminal.print(flags['json'] === true ? JSON.stringify(result) : inWords(result))
  return 0
}

function inWords({ email, secondStepWasOn, passkeysRemoved, sessionsEnded }: ResetResult): string {
  return [
    `${email} can sign in with the password alone. The password was not changed.`,
    secondStepWasOn
      ? 'The second step is switched off; its recovery codes no longer work.'
      : 'The second step was not switched on.',
    `Passkeys removed: ${passkeysRemoved}. Sessions ended: ${sessionsEnded}.`,
  ].join('\n')
}
