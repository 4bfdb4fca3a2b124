import type { DataFolder } from '#app/data-folder.ts'
import type { Role } from './role.ts'

/** Parts of an upload belong to the process that got them: others on the folder must not tidy them away. */
export function folderOf(role: Role, folder: DataFolder): DataFolder {
  return role === 'all' || role === 'web' ? folder : { ...folder, uploads: `${folder.uploads}-${role}` }
}
