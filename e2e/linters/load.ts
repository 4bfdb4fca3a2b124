/** From here, because only this folder has these packages. `bringLinters` installs them. */
export const loadLinter = (name: string): Promise<unknown> => import(/* @vite-ignore */ name)
