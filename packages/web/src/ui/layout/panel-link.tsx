import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** In the head of a panel: leads to the screen that has all of it. */
export const PanelLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className="rounded-control text-accent hover:underline" />
))
