import { DEFAULT_PREFERENCES } from '@hindcast/contract/people/default-preferences.ts'
import * as v from 'valibot'
import { getPreferences, Preferences, updatePreferences } from '@hindcast/contract/people/preferences.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'

export function servePreferences(serve: Serve, { commands, queries }: ApiDeps): void {
  serve(getPreferences, async ({ principal }) =>
    preferencesIn(await queries.preferences(userIdOf(principal))),
  )

  serve(updatePreferences, async ({ principal, body }) =>
    preferencesIn(
      await commands.updatePreferences(userIdOf(principal), (before) =>
        JSON.stringify({ ...fieldsIn(before), ...body }),
      ),
    ),
  )
}

/** A value this version does not know may come from a newer one, and then the default is the better guess. */
export function preferencesIn(json: string | undefined): Preferences {
  const stored = fieldsIn(json)
  const valid = Object.entries(Preferences.entries).flatMap(([name, schema]) => {
    const result = v.safeParse(schema, stored[name])
    return result.success ? [[name, result.output] as const] : []
  })
  return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(valid) }
}

function fieldsIn(json: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function userIdOf({ userId }: Principal): string {
  if (userId === undefined) throw new AppError('forbidden', 'Preferences need a signed-in user, not a token.')
  return userId
}
