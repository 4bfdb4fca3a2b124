import type { PasswordLinkResult, ResetResult } from '#app/admin/operations.ts'
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

export async function resetPassword({ config, flags, terminal }: Invocation): Promise<number> {
  const result = await operate(config, 'resetPassword', { email: requiredFlag(flags, 'email') })
  terminal.print(flags['json'] === true ? JSON.stringify(result) : linkInWords(result))
  return 0
}

function linkInWords({ email, url, path }: PasswordLinkResult): string {
  return [
    url === null
      ? `Give ${email} the address of your installation with this behind it (HINDCAST_URL is not set):`
      : `Give ${email} this link, and nobody else:`,
    `  ${url ?? path}`,
    'It sets a new password once, within one hour, and ends all their sessions.',
    'Until then the old password works. A second step and passkeys stay as they are.',
  ].join('\n')
}
