import type { Token } from '@hindcast/contract/people/tokens.ts'
import { useLingui } from '@lingui/react/macro'
import type { BodyOf } from '#lib/api/client.ts'

export type Scope = BodyOf<'POST /api/v1/tokens'>['scopes'][number]

export interface ScopeWords {
  readonly id: Scope
  /** What the scope allows. */
  readonly verb: string
  readonly about: string
}

/** Verbs for people; the names behind them are those that existing tools ask for. */
export function useScopes(): readonly ScopeWords[] {
  const { t } = useLingui()
  // Two columns: what is sent on one side, what it is sent to on the other.
  return [
    {
      id: 'event:read',
      verb: t`Read issues and events`,
      about: t`For dashboards and read-only scripts.`,
    },
    { id: 'project:read', verb: t`See projects`, about: t`Their settings and keys, DSNs included.` },
    {
      id: 'event:write',
      verb: t`Triage issues`,
      about: t`Resolve, ignore, reopen and assign; includes reading.`,
    },
    {
      id: 'project:write',
      verb: t`Set up projects`,
      about: t`Create them and change settings and keys; includes seeing.`,
    },
    { id: 'event:admin', verb: t`Delete issues and events`, about: t`Includes triage and reading.` },
    { id: 'project:admin', verb: t`Delete projects`, about: t`Includes setting them up.` },
    {
      id: 'project:releases',
      verb: t`Upload releases`,
      about: t`Releases and source maps, as sentry-cli and bundler plugins do.`,
    },
    { id: 'alerts:read', verb: t`See alerts`, about: t`And what they sent.` },
    {
      id: 'alerts:write',
      verb: t`Set up alerts`,
      about: t`Create, change and delete them; includes seeing.`,
    },
    { id: 'member:write', verb: t`Manage people`, about: t`Invite and remove them, and change their roles.` },
    { id: 'team:write', verb: t`Manage teams`, about: t`Create, change and delete them.` },
    {
      id: 'org:write',
      verb: t`Read the audit log`,
      about: t`Who changed what. Includes reading the organization.`,
    },
    {
      id: 'org:read',
      verb: t`See the organization`,
      about: t`Name, members and teams. Many tools need this.`,
    },
  ]
}

/** Owners also see scopes without a verb. */
const BEYOND = ['org:admin', 'member:read', 'team:read']

/** Whether its owner's role lets it do less than it was made for. */
export function isLimited({ scopes, allowed }: Pick<Token, 'scopes' | 'allowed'>): boolean {
  return scopes.some((scope) => !allowed.includes(scope))
}

/** What a token may do, in words; a scope of a later version keeps its name. */
export function verbsOf(
  { scopes }: Pick<Token, 'scopes'>,
  words: readonly ScopeWords[],
  everything: string,
): readonly string[] {
  const all = [...words.map(({ id }) => id), ...BEYOND]
  if (all.every((scope) => scopes.includes(scope))) return [everything]
  return scopes.map((scope) => words.find(({ id }) => id === scope)?.verb ?? scope)
}
