// The frame of the page: head, 3D view, side with tabs, time line, plots; on a server also a bar and the program on its own.
import { element, walkTabs } from './dom';

export interface Layout {
  summary: HTMLElement;
  badge: HTMLElement;
  subtitle: HTMLElement;
  /** Says that the server cannot be reached; hidden while it can. */
  connection: HTMLElement;
  tools: HTMLElement;
  stage: HTMLElement;
  stageTools: HTMLElement;
  stageNote: HTMLElement;
  side: Tabs;
  time: HTMLElement;
  plots: HTMLElement;
}

/** Tabs of which one panel is seen. */
export class Tabs {
  readonly root = element('section', { class: 'side' });
  private readonly bar = element('div', { class: 'tabs', role: 'tablist' });
  private readonly panels = new Map<string, { tab: HTMLButtonElement; panel: HTMLElement }>();
  onShow: (name: string) => void = () => {};

  constructor() {
    this.root.append(this.bar);
  }

  add(name: string, title: string): HTMLElement {
    const panel = element('div', { class: `panel ${name}`, id: `panel-${name}`, role: 'tabpanel', 'aria-label': title });
    const tab = element('button', {
      type: 'button', role: 'tab', 'data-tab': name, 'aria-controls': panel.id, onclick: () => this.show(name),
      onkeydown: (e) => walkTabs(e as KeyboardEvent, this.bar),
    }, title);
    this.panels.set(name, { tab, panel });
    this.bar.append(tab);
    this.root.append(panel);
    this.show([...this.panels.keys()][0]!);
    return panel;
  }

  rename(name: string, title: string): void {
    this.panels.get(name)!.tab.textContent = title;
  }

  /** Takes a tab away that would show nothing, or gives it back. Nothing is left of a side without tabs. */
  offer(name: string, on: boolean): void {
    const entry = this.panels.get(name);
    if (!entry) return;
    entry.tab.hidden = !on;
    const offered = [...this.panels].filter(([, p]) => !p.tab.hidden).map(([key]) => key);
    const selected = [...this.panels].find(([, p]) => p.tab.getAttribute('aria-selected') === 'true')?.[0] ?? '';
    this.root.hidden = offered.length === 0;
    if (!offered.includes(selected) && offered.length > 0) this.show(offered.at(-1)!);
  }

  /** Its panel, to stand elsewhere. */
  takeOut(name: string): HTMLElement {
    const { tab, panel } = this.panels.get(name)!;
    this.panels.delete(name);
    tab.remove();
    panel.hidden = false;
    panel.setAttribute('role', 'region');
    this.show([...this.panels.keys()][0]!);
    return panel;
  }

  show(name: string): void {
    for (const [key, { tab, panel }] of this.panels) {
      tab.setAttribute('aria-selected', String(key === name));
      tab.tabIndex = key === name ? 0 : -1;
      panel.hidden = key !== name;
    }
    this.onShow(name);
  }
}

export function buildLayout(): Layout {
  const layout: Layout = {
    summary: element('h1', { 'aria-live': 'polite' }, 'erfd'),
    badge: element('span', { class: 'badge' }),
    subtitle: element('p', { class: 'subtitle' }),
    connection: element('p', { class: 'connection', hidden: true }),
    tools: element('div', { class: 'tools' }),
    stage: element('div', { class: 'stage', role: 'group', 'aria-label': '3D view of the robot' }),
    stageTools: element('div', { class: 'stage-tools' }),
    stageNote: element('div', { class: 'stage-note' }),
    side: new Tabs(),
    time: element('section', { class: 'time', 'aria-label': 'time' }),
    plots: element('section', { class: 'plots', 'aria-label': 'plots' }),
  };
  layout.stage.append(layout.stageTools, layout.stageNote);
  document.body.append(
    element('header', {}, layout.badge, element('div', { class: 'titles' }, layout.summary, layout.subtitle), layout.connection, layout.tools),
    element('main', {}, layout.stage, layout.side.root, layout.time, layout.plots));
  return layout;
}

/** Program, Verify and verdict beside each other. Returns the place for what is chosen and asked for. */
export function openStudio(layout: Layout): HTMLElement {
  const bar = element('section', { class: 'bar', 'aria-label': 'studio' });
  document.body.classList.add('studio');
  document.querySelector('main')!.prepend(bar, element('section', { class: 'code' }, layout.side.takeOut('program')));
  return bar;
}
