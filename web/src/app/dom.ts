// Small helpers to make elements.

type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** element('button', { class: 'x', title: 'Play', onclick: f }, 'text', child) */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A button with a sign, a name for readers of screens and a hint with its key. */
export function button(sign: string, name: string, key: string, action: () => void): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'tool', 'aria-label': name, title: key ? `${name} (${key})` : name, onclick: action },
    sign,
  );
}

export function seconds(t: number | null): string {
  return t === null ? 'never' : t.toFixed(3);
}

export function percent(ratio: number | null): string {
  return ratio === null ? '∞' : (100 * ratio).toFixed(0);
}

/** "12 s", "3 min", "2 h" */
export function duration(milliseconds: number): string {
  const s = milliseconds / 1000;
  if (s < 120) return `${Math.floor(s)} s`;
  return s < 7200 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`;
}

/** Offers a file to the user. */
export function download(name: string, content: Blob): void {
  const link = element('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Calls `work` at most once a frame. */
export function oncePerFrame(work: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}

/** Calls `work` at most once an interval [ms]. What is asked for too soon is done at its end, so the last call counts. */
export function atMostEvery(interval: number, work: () => void): () => void {
  let done = -Infinity;
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    setTimeout(() => {
      asked = false;
      done = performance.now();
      work();
    }, done + interval - performance.now());
  };
}
