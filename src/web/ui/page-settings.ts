import { useRouteLoaderData } from 'react-router'
import type { PageSettings } from '#web/context.ts'

export const usePageSettings = () => useRouteLoaderData('root') as PageSettings
