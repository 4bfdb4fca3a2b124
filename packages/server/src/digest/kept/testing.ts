import { KEPT_ITEMS, readKeptItems } from '#domain/intake/kept-items.ts'
import { MOMENT } from '#domain/testing.ts'
import { errorKind } from '#digest/kinds/errors/kind.ts'
import { kindsOf } from '#digest/kinds/kind.ts'
import type { Kinds } from '#digest/kinds/kind.ts'
import { rawKind } from '#digest/kinds/raw/kind.ts'
import { securityKind } from '#digest/kinds/security/kind.ts'
import type { World } from '#digest/testing/world.ts'
import { createKeptItems } from './read-kept-items.ts'
import type { KeptItemsDeps } from './read-kept-items.ts'

export const WEEK = { from: MOMENT - 3e8, to: MOMENT + 3e8 }
export const ATTRS = { release: 'shop@1.0.0', environment: 'production' }
export const STARTED = new Date(MOMENT).toISOString()
export const session = (sid: string, status = 'ok') => ({
  type: 'session',
  payload: { sid, init: true, status, started: STARTED, attrs: ATTRS },
})

/** As a version that does not know sessions yet. */
export function withoutSessions(): Kinds {
  const errors = errorKind()
  return kindsOf([errors, securityKind(errors.table)], rawKind)
}

export async function depsOf(world: World, over: Partial<KeptItemsDeps> = {}): Promise<KeptItemsDeps> {
  const { records } = world
  return {
    ...(await world.digesterDeps()),
    telemetry: world.telemetry,
    blobs: world.blobs,
    projectIds: async () => (await records.projects.all()).map(({ id }) => id),
    facts: records.facts,
    ...over,
  }
}

/** A restarted digester of this version. */
export async function upgrade(world: World, over: Partial<KeptItemsDeps> = {}): Promise<void> {
  const kept = createKeptItems(await depsOf(world, over))
  await world.digest({ kept, ...(over.kinds && { kinds: over.kinds }) })
}

export async function sessionsOf({ telemetry, projectId }: World) {
  return (await telemetry.sessionCounts({ projectId, range: WEEK }, { limit: 5 })).get('shop@1.0.0')
}

export async function intakeOf(world: World): Promise<readonly string[]> {
  const counts = await world.records.intake.list(world.projectId, WEEK)
  return counts
    .map(({ outcome, category, reason, quantity }) => `${outcome} ${category} ${reason} ${quantity}`)
    .sort()
}

export const rawOf = ({ telemetry, projectId }: World, itemType: string) =>
  telemetry.rawItems(projectId, { itemType, limit: 1000 })

export const progressOf = async ({ records, projectId }: World) =>
  readKeptItems(await records.facts.get(KEPT_ITEMS)).projects[projectId]
