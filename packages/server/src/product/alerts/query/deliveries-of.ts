import { randomUUID } from 'node:crypto'
import type { Alert } from '#domain/alerts/alert.ts'
import type { AlertMessage } from '#domain/alerts/fact.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { NewDelivery } from '#stores/records/alerts.ts'
import { addresseesOf, namesOf, notificationOf, subjectOf, type MessageRecords } from './message-parts.ts'

/** A message of an alert as what each addressee gets. Issues that are gone by now are left out. */
export async function deliveriesOf(
  records: MessageRecords,
  alert: Alert,
  { at, firings, more }: AlertMessage,
  publicUrl: string,
): Promise<readonly NewDelivery[]> {
  const names = await namesOf(records, alert.organizationId)
  const projects = new Map(names.projects.map((project) => [project.id, project]))
  const issues = new Map<string, Issue>()
  for (const { issueId } of firings) {
    const issue = issueId === undefined ? undefined : await records.issues.byId(issueId)
    if (issueId !== undefined && issue !== undefined) issues.set(issueId, issue)
  }
  const told = firings.flatMap((firing) => {
    const project = projects.get(firing.projectId)
    const issue = firing.issueId === undefined ? undefined : issues.get(firing.issueId)
    if (project === undefined || (firing.issueId !== undefined && issue === undefined)) return []
    return [{ issueId: issue?.id, subject: subjectOf(alert, firing, project, issue, publicUrl) }]
  })
  const addressees = await addresseesOf(records, alert, [...issues.values()])
  return addressees.flatMap(({ to, issueIds }) => {
    const own = issueIds === 'all' ? told : told.filter(({ issueId }) => issueIds.has(issueId ?? ''))
    if (own.length === 0) return []
    const subjects = own.map(({ subject }) => subject)
    const notification = notificationOf(alert, subjects, issueIds === 'all' ? more : 0, {
      at,
      names,
      publicUrl,
    })
    return [{ id: randomUUID(), to, notification }]
  })
}
