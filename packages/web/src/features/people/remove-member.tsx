import type { Member } from '@hindcast/contract/people/members.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { notify } from '#lib/state/notices.ts'
import { api } from '#lib/api/client.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { membersQuery } from '#product/people/people-queries.ts'

export function RemoveMember({ member }: { readonly member: Member }) {
  const { t } = useLingui()
  const { id } = member
  const name = member.name || member.email
  const remove = async () => {
    try {
      const { unassigned } = await api('DELETE /api/v1/members/:member', {
        params: { member: id },
        query: {},
      })
      document.getElementById('main')?.focus({ preventScroll: true })
      queryClient.setQueryData(
        membersQuery.queryKey,
        (before) => before && { members: before.members.filter((each) => each.id !== id) },
      )
      void queryClient.invalidateQueries({ queryKey: ['teams'] })
      const issues = plural(unassigned, { one: '# issue is', other: '# issues are' })
      notify({ tone: 'done', text: t`${name} removed. ${issues} now unassigned.` })
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      notify({ tone: 'failed', text: t`Couldn’t remove ${name}. ${why}` })
    }
  }
  return (
    <ConfirmButton
      word={t`Remove`}
      label={t`Remove ${name}`}
      consequence={t`They are signed out everywhere, their issues become unassigned, and their API tokens and pending invitations are revoked.`}
      confirm={t`Remove now`}
      keep={t`Keep`}
      onConfirm={remove}
    />
  )
}
