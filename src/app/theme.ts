export const themes = ['night', 'paper', 'device'] as const
export type Theme = (typeof themes)[number]

export function chooseTheme(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'device') {
    delete dataset.theme
    return keep('theme', null)
  }
  dataset.theme = theme
  keep('theme', theme)
}

export function chooseStillness(isStill: boolean) {
  const { dataset } = document.documentElement
  if (isStill) dataset.motion = 'still'
  else delete dataset.motion
  keep('still', isStill ? 'yes' : null)
}

function keep(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // A browser that refuses storage still gets the theme, until she leaves.
  }
}
