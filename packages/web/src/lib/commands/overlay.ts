import { createStore } from '@tanstack/react-store'

/** Which of the screen-wide overlays is open; their code is fetched when the browser has nothing else to do. */
export const overlay = createStore<'palette' | 'help' | undefined>(undefined)
