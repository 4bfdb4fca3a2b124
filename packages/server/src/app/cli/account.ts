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
      ? 'Two-factor authentication is off, and its recovery codes no longer work.'
      : 'Two-factor authentication was not on.',
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
      ? `Send ${email} your installation’s address followed by this path (HINDCAST_URL is not set):`
      : `Send this link to ${email} and nobody else:`,
    `  ${url ?? path}`,
    'It works once, expires in one hour, and ends all of their sessions.',
    'The old password works until then. Two-factor authentication and passkeys stay as they are.',
  ].join('\n')
}
