export const de = {
  reason: {
    videoHosts: {
      wholeTenant: 'Das dürfen nur Administrierende der ganzen Organisation.',
    },
  },
  videoHosts: {
    ownHost: 'Hosts dieser Installation können nicht eingetragen werden.',
    notListed: 'Videos dieses Hosts sind hier nicht erlaubt.',
  },
}
