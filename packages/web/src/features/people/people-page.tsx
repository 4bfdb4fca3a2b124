/** One chunk for the three: each of its own would cost the first page of everybody a line that names it. */
export { AuditPage } from './audit-page.tsx'
export { MembersPage } from './members-page.tsx'
export { TeamsPage } from './teams-page.tsx'
