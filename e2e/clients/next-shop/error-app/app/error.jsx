'use client'

export { ErrorPage as default } from '@hindcast/next/error'
