/** In place of prettier in the YAML worker of Monaco, where formatting is off: a text stays as it is. */
export const format = async (text: string): Promise<string> => text;
