import type { OrganizationRecords } from '#stores/records/records.ts'

/** Whether these are all organizations there are: what belongs to nobody may only be seen by everybody. */
export async function isWholeInstallation(
  organizations: OrganizationRecords,
  ids: readonly string[],
): Promise<boolean> {
  const all = await organizations.list()
  return all.every(({ id }) => ids.includes(id))
}
