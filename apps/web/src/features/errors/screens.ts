import type { Screens } from '../../testing/screens.ts'

/** Signed in, it has the navigation around it. */
export const screens: Screens = () => [{ name: 'not-found', as: 'learner', route: '/pages/errors/error-404' }]
