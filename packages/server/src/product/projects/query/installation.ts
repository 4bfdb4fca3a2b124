import type { OrganizationRecords } from '#stores/records/records.ts'

/** Whether these are all organizations: requests without a project are only visible to members of all of them. */
export async function isWholeInstallation(
  organizations: OrganizationRecords,
  ids: readonly string[],
): Promise<boolean> {
  const all = await organizations.list()
  return all.every(({ id }) => ids.includes(id))
}
