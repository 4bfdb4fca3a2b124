import type { RouteRegistry, RouteRule } from '@hindcast/contract/routes/registry.ts'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { moved } from './rule-order.ts'

export interface RuleChanges {
  /** True while a change is under way: the next one would be against an order that is no longer. */
  readonly busy: boolean
  add(pattern: string): Promise<void>
  /** In the place of the rule. */
  replace(rule: RouteRule, pattern: string): Promise<void>
  remove(rule: RouteRule): Promise<void>
  move(rule: RouteRule, by: -1 | 1): Promise<void>
}

/** Each change is on the server before it is on the screen. */
export function useRuleChanges(project: string, rules: RouteRegistry['rules']): RuleChanges {
  const { t } = useLingui()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const params = { project }
  const create = (pattern: string) =>
    api('POST /api/v1/projects/:project/routes/rules', { params, body: { pattern } })
  const order = (ids: readonly string[]) =>
    api('PUT /api/v1/projects/:project/routes/rules', { params, body: { ids: [...ids] } })
  const drop = (rule: string) =>
    api('DELETE /api/v1/projects/:project/routes/rules/:rule', { params: { project, rule } })
  const changing = async (work: () => Promise<string>) => {
    setBusy(true)
    try {
      notify({ tone: 'done', text: await work() })
    } finally {
      // Stored data changes its names on every screen that shows a route.
      await client.invalidateQueries()
      setBusy(false)
    }
  }
  return {
    busy,
    add: (pattern) =>
      changing(async () => {
        const added = await create(pattern)
        return t`Rule ${added.pattern} added.`
      }),
    replace: (rule, pattern) =>
      changing(async () => {
        // The old one goes last, so that addresses are named by one of the two at every moment.
        const added = await create(pattern)
        await order(rules.map(({ id }) => (id === rule.id ? added.id : id)))
        await drop(rule.id)
        return t`Rule ${added.pattern} saved.`
      }),
    remove: (rule) =>
      changing(async () => {
        await drop(rule.id)
        return t`Rule ${rule.pattern} deleted.`
      }),
    move: (rule, by) =>
      changing(async () => {
        await order(
          moved(
            rules.map(({ id }) => id),
            rule.id,
            by,
          ),
        )
        return t`Rules reordered.`
      }),
  }
}
