/** What a tenant of a certain id begins with (readings, "munro, stellar"): data, which its people may change later. */
export interface TenantPreset {
  readonly settings: Readonly<Record<string, unknown>>
  readonly team: Readonly<Record<string, unknown>>
}

export const tenantPresets: Readonly<Record<string, TenantPreset>> = {
  learnt: {
    settings: { explicitWording: true },
    team: { displayName: 'Learnt', theme: { palette: 'learnt' } },
  },
  munro: {
    settings: { explicitWording: true, homepageLayout: 'munro', showsBackButton: true },
    team: {
      displayName: 'Munro',
      theme: {
        palette: 'greeny',
        primaryColor: '#1f5c46',
        secondaryColor: '#d98e04',
        sidebarBackgroundColor: '#14392c',
        topHeaderBackgroundColor: '#1f5c46',
      },
    },
  },
  stellar: {
    settings: { explicitWording: true, hidesToolbarOnHomepage: true },
    team: {
      displayName: 'Stellar',
      theme: {
        palette: 'deepOcean',
        primaryColor: '#5a24b4',
        secondaryColor: '#0f766e',
        sidebarBackgroundColor: '#1e1538',
        topHeaderBackgroundColor: '#5a24b4',
      },
    },
  },
}
