// Light or dark: what the system says, until the reader chooses.

export function startTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen: string | null = null;
  const apply = (): void => {
    document.documentElement.dataset['theme'] = chosen ?? (system.matches ? 'dark' : 'light');
    onChange();
  };
  system.addEventListener('change', apply);
  apply();
  return () => {
    chosen = document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark';
    apply();
  };
}
