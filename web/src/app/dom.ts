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

/** As C++ prints it: a number halfway between two goes to the even one, where toFixed() goes up. */
export function fixed(x: number, decimals: number): string {
  const more = 40; // of a number that is not halfway one of them is not 0
  const exact = x.toFixed(decimals + more);
  const below = exact.slice(0, -more).replace(/\.$/, '');
  return /^50*$/.test(exact.slice(-more)) && /[02468]$/.test(below) ? below : x.toFixed(decimals);
}

export function seconds(t: number | null): string {
  return t === null ? 'never' : fixed(t, 3);
}

export function percent(ratio: number | null): string {
  if (ratio === null || !Number.isFinite(ratio)) return '∞';
  let decimals = 0; // what is beyond a limit is never 100 %
  if (ratio > 1 + 1e-9) for (let unit = 1; Math.round(100 * ratio * unit) <= 100 * unit; unit *= 10) decimals += 1;
  return fixed(100 * ratio, decimals);
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

/** Arrows go from tab to tab of a row, as in other programs. */
export function walkTabs(event: KeyboardEvent, row: HTMLElement): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.ctrlKey) return;
  const tabs = [...row.querySelectorAll<HTMLElement>('[role=tab]:not([hidden])')];
  const next = (tabs.indexOf(event.currentTarget as HTMLElement) + step + tabs.length) % tabs.length;
  tabs[next]!.focus();
  tabs[next]!.click();
  row.querySelector<HTMLElement>('[aria-selected=true]')?.focus(); // the row may have been made anew
  event.preventDefault();
  event.stopPropagation(); // they would step through the cycles
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
