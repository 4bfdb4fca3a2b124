/** From here, because only this folder has these packages; the set-up of the tests installs them. */
export const loadLinter = (name: string): Promise<unknown> => import(/* @vite-ignore */ name)
