export const en = {
  reason: {
    videoHosts: {
      wholeTenant: 'This is for administrators of the whole organisation.',
    },
  },
  videoHosts: {
    ownHost: 'Hosts of this installation cannot be listed.',
    notListed: 'Videos of this host are not allowed here.',
  },
}
