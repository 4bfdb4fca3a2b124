import type { Sdk } from '#domain/events/error-event.ts'

/** Since when SDKs send debug IDs. */
const OFFICIAL = 'sentry.javascript.'
const USUAL = '7.56.0'
const SINCE: Readonly<Record<string, string>> = {
  'sentry.javascript.nextjs': '8.0.0',
  'sentry.javascript.sveltekit': '8.0.0',
  'sentry.javascript.react-native': '5.11.1',
  'sentry.javascript.electron': '4.6.0',
}
const NEVER: ReadonlySet<string> = new Set(
  ['capacitor', 'cordova', 'wasm'].map((name) => `${OFFICIAL}${name}`),
)

export interface SdkSupport {
  readonly support: 'not-supported' | 'unofficial-sdk' | 'needs-upgrade' | 'full'
  /** The first version that does. */
  readonly since: string | null
}

/** Whether an SDK says which build a script is of. */
export function sdkSupport(sdk: Sdk | undefined): SdkSupport {
  const { name, version = '' } = sdk ?? { name: '' }
  if (!name.startsWith(OFFICIAL)) return { support: 'unofficial-sdk', since: null }
  if (NEVER.has(name)) return { support: 'not-supported', since: null }
  const since = SINCE[name] ?? USUAL
  return { support: isBefore(version, since) ? 'needs-upgrade' : 'full', since }
}

function isBefore(version: string, since: string): boolean {
  const [one, other] = [numbersIn(version), numbersIn(since)]
  for (const [index, number] of other.entries()) {
    const own = one[index] ?? 0
    if (own !== number) return own < number
  }
  return false
}

function numbersIn(version: string): readonly number[] {
  return version.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0)
}
