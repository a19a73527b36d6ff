export const settingsSections = ['model', 'speech', 'sign-ins', 'account', 'time', 'appearance', 'doors', 'my-data'] as const;
export type SettingsSectionId = (typeof settingsSections)[number];

/** The section of an address; by default the model. */
export function sectionOf(value: unknown): SettingsSectionId {
  return settingsSections.find((section) => section === value) ?? 'model';
}
