import type { Screens } from '../testing/screens.ts'

export const screens: Screens = () => [
  {
    name: 'callback-of-provider',
    as: 'guest',
    route: '/callback/:providerId',
    address: '/callback/0198c000-0000-7000-8000-000000000000',
  },
  { name: 'first-run', as: 'guest', route: '/first-run/:code', address: '/first-run/there-is-no-such-code-here' },
]
