#!/usr/bin/python3
"""Writes the exports of Google Ads Editor in this folder: of a chain of bakeries that is not there.

usage: generate.py

google-editor-export.csv       as Editor writes it: UTF-16LE with a mark, tabs
google-editor-export-utf8.csv  the same rows in UTF-8, commas
google-editor-bad.csv          what goes wrong in files that people edited by hand
"""

import csv
import io
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
SITE = "https://www.kornblume-baeckerei.example"

COLUMNS = (
    ["Campaign", "Labels", "Campaign Type", "Networks", "Budget", "Budget type", "EU political ads"]
    + ["Languages", "Bid Strategy Type", "Maximum CPC bid limit", "Target CPA", "Start Date"]
    + ["End Date", "Ad Schedule", "Ad rotation", "Content exclusions", "Targeting method"]
    + ["Ad Group", "Max CPC", "Ad Group Type", "Final URL suffix", "Keyword", "Criterion Type"]
    + ["Ad type"]
    + [name for n in range(1, 16) for name in (f"Headline {n}", f"Headline {n} position")]
    + [name for n in range(1, 5) for name in (f"Description {n}", f"Description {n} position")]
    + ["Path 1", "Path 2", "Final URL", "Campaign Status", "Ad Group Status", "Status"]
    + ["Approval Status", "Ad strength", "Comment", "Location", "ID", "Reach"]
)

TOWNS = ("köln", "bonn", "düsseldorf", "aachen")
SHOPS = {"köln": "Köln", "bonn": "Bonn", "düsseldorf": "Düsseldorf", "aachen": "Aachen"}

# campaign: (budget, strategy, limit or target, label, groups); a group: (name, page, path, words,
# what makes it special: two headlines and a description)
CAMPAIGNS = {
    "Brot & Brötchen | Rheinland": (
        "60.00",
        ("Maximize clicks", "1.20", ""),
        "Brot",
        ("rezept", "backautomat", "backmischung", "ausbildung", "stellenangebot", "toaster"),
        [
            ("Sauerteigbrot", "brot/sauerteig", "Sauerteig", "sauerteigbrot|natursauerteig brot",
             ("36 Stunden Teigruhe", "Reiner Natursauerteig"),
             "Mehl, Wasser, Salz und Zeit: Sauerteigbrot aus dem eigenen Steinofen."),
            ("Roggenbrot", "brot/roggen", "Roggen", "roggenbrot|roggenvollkornbrot",
             ("Roggen aus dem Bergischen", "Bleibt eine Woche saftig"),
             "Dunkel, kräftig, lange frisch: unser Roggenbrot wird nachts gebacken."),
            ("Dinkelbrot", "brot/dinkel", "Dinkel", "dinkelbrot|dinkelvollkornbrot",
             ("100 % Dinkel", "Ohne Weizen gebacken"),
             "Dinkelbrot mit Quellstück, locker und bekömmlich, auch als halber Laib."),
            ("Brötchen", "broetchen", "Brötchen", "brötchen|frische brötchen",
             ("Ab 6 Uhr ofenwarm", "Sonntags ab 7.30 Uhr"),
             "Brötchentüte bis 20 Uhr bestellen und morgens ohne Warten abholen."),
            ("Glutenfreies Brot", "brot/glutenfrei", "Glutenfrei", "glutenfreies brot|brot ohne gluten",
             ("Eigene Backstube", "Geprüft glutenfrei"),
             "In getrennter Backstube gebacken und regelmäßig im Labor geprüft."),
            ("Bäckerei in der Nähe", "filialen", "Filialen", "bäckerei|backstube",
             ("Vier Filialen im Rheinland", "Öffnungszeiten ansehen"),
             "Finden Sie die nächste Filiale und sehen Sie, was heute im Ofen ist."),
        ],
    ),
    "Torten | Rheinland": (
        "80.00",
        ("Maximize conversions", "", "18.00"),
        "Torten",
        ("rezept", "selber machen", "tortenform", "deko kaufen", "kurs", "gebraucht"),
        [
            ("Geburtstagstorten", "torten/geburtstag", "Geburtstag", "geburtstagstorte|torte zum geburtstag",
             ("In 48 Stunden fertig", "Name auf der Torte gratis"),
             "Geschmack, Größe und Schriftzug wählen, in zwei Tagen abholen."),
            ("Hochzeitstorten", "torten/hochzeit", "Hochzeit", "hochzeitstorte|torte hochzeit",
             ("Kostenlose Verkostung", "Aufbau am Festort"),
             "Sechs Sorten probieren und mit einer Skizze Ihrer Torte nach Hause gehen."),
            ("Fototorten", "torten/foto", "Foto", "fototorte|torte mit foto",
             ("Foto hochladen, fertig", "Essbarer Druck"),
             "Laden Sie Ihr Bild hoch und sehen Sie die Torte vor dem Bezahlen."),
            ("Vegane Torten", "torten/vegan", "Vegan", "vegane torte|torte ohne ei",
             ("Ohne Ei und Milch", "Gleicher Preis"),
             "Vegane Torten mit Frucht, Nuss oder Schokolade, gebacken in Köln."),
            ("Cupcakes", "torten/cupcakes", "Cupcakes", "cupcakes|muffins",
             ("Zwölf Stück ab 24 Euro", "Vier Sorten gemischt"),
             "Eine Schachtel, zwölf Cupcakes, vier Sorten, Ihre Botschaft dazu."),
            ("Kuchen vom Blech", "torten/blechkuchen", "Blechkuchen", "blechkuchen|streuselkuchen",
             ("Ganze und halbe Bleche", "Geschnitten geliefert"),
             "Pflaume, Apfel, Butterstreusel: Blechkuchen für Büro und Feier."),
        ],
    ),
    "Catering | Büros": (
        "75.00",
        ("Target CPA", "", "25.00"),
        "Catering",
        ("jobs", "ausbildung", "großhandel", "geschirr mieten", "kantine pachten"),
        [
            ("Belegte Brötchen", "catering/belegt", "Belegt", "belegte brötchen|belegte brötchen platte",
             ("Ab 2,40 Euro je Stück", "Lieferung vor 9 Uhr"),
             "Frisch belegt, für jede Ernährung gekennzeichnet, pünktlich im Büro."),
            ("Bürofrühstück", "catering/fruehstueck", "Frühstück", "frühstück büro|frühstückscatering",
             ("Ab sechs Personen", "Kaffee in Kannen dabei"),
             "Croissants, Obst und Filterkaffee, aufgebaut, bevor die Gäste kommen."),
            ("Mittagessen im Büro", "catering/mittag", "Mittag", "mittagessen büro|lunch catering",
             ("Wechselnde Wochenkarte", "Eine Rechnung im Monat"),
             "Suppen, Salate und Brote bis 10 Uhr bestellen, um 12 Uhr essen."),
            ("Fingerfood", "catering/fingerfood", "Fingerfood", "fingerfood catering|häppchen",
             ("Für Empfang und Messe", "Ab 20 Personen"),
             "Kleine Häppchen auf unserem Brot, angerichtet auf Platten."),
            ("Kuchenbuffet", "catering/kuchen", "Kuchen", "kuchenbuffet|kuchen catering",
             ("Kuchen für 20 bis 200", "Mit Etageren geliefert"),
             "Torten und Blechkuchen gemischt, mit Besteck und Aufbau."),
            ("Konferenzpausen", "catering/pausen", "Pausen", "kaffeepause catering|tagungscatering",
             ("Zwei Pausen, ein Preis", "Süß und herzhaft"),
             "Gebäck und Getränke zu jeder Pause, leise nachgelegt."),
        ],
    ),
    "Marke": (
        "15.00",
        ("Manual CPC", "", ""),
        "Marke",
        ("jobs", "karriere", "blume", "samen"),
        [
            ("Kornblume", "", "Filialen", "kornblume bäckerei|bäckerei kornblume",
             ("Seit 1961 in Köln", "Vier Filialen"),
             "Brot, Torten und Catering aus einer Backstube in Köln-Ehrenfeld."),
            ("Brotabo", "abo", "Brotabo", "brotabo|brot abo",
             ("Jede Woche frisch", "Jederzeit pausieren"),
             "Zwei Brote die Woche, von Ihnen gewählt, bis acht Uhr vor der Tür."),
        ],
    ),
}

COMMON = (
    "Bäckerei Kornblume", "Handwerk aus dem Rheinland", "Bis 20 Uhr vorbestellen",
    "Ohne Zusatzstoffe", "Mehl aus der Region", "Nachts gebacken",
)
ENDINGS = (
    "Heute bestellen, morgen ab 6 Uhr in Ihrer Filiale abholen.",
    "Vier Filialen in Köln, Bonn, Düsseldorf und Aachen.",
    "Bezahlen Sie online oder bei der Abholung.",
)
BEFORE = ("", "frisches ", "bestes ")
AFTER = ("", " bestellen", " kaufen", " in der nähe", " online", " preise")


def row(**cells):
    unknown = set(cells) - set(COLUMNS)
    assert not unknown, unknown
    return [cells.get(name, "") for name in COLUMNS]


def keywords(words):
    """Texts and match types, in an order of their own, none twice."""
    seen = []
    for word in words.split("|"):
        for after in AFTER:
            seen.append((word + after, "Phrase"))
        for town in TOWNS:
            seen.append((f"{word} {town}", "Exact"))
            seen.append((f"{word} {town}", "Phrase"))
            seen.append((f"{word} {town} lieferung", "Exact"))
        for before in BEFORE[1:]:
            seen.append((before + word, "Broad"))
        seen.append((word, "Exact"))
        seen.append((word, "Broad"))
        seen.append((f"{word} öffnungszeiten", "Phrase"))
        seen.append((f"{word} heute", "Exact"))
    assert len(seen) == len(set(seen))
    return seen


def ads(group):
    name, page, path, words, special, description = group
    word = words.split("|")[0]
    title = word[0].upper() + word[1:]
    for variant in range(3):
        town = SHOPS[TOWNS[variant]]
        lines = [f"{title} {town}"[:30], special[0], special[1]]
        lines += COMMON[variant:] + COMMON[:variant]
        cells = {"Ad type": "Responsive search ad", "Status": "Enabled" if variant < 2 else "Paused"}
        for n, line in enumerate(dict.fromkeys(lines), 1):
            assert len(line) <= 30, line
            cells[f"Headline {n}"] = line
        if variant == 0:
            cells["Headline 1 position"] = "1"
        elif variant == 1:
            cells["Headline 2 position"] = " -"
        for n, line in enumerate((description, ENDINGS[variant], ENDINGS[(variant + 1) % 3]), 1):
            assert len(line) <= 90, line
            cells[f"Description {n}"] = line
        cells["Path 1"] = path
        if variant:
            cells["Path 2"] = town
        cells["Final URL"] = f"{SITE}/{page}" if page else SITE
        cells["Approval Status"] = "Approved"
        cells["Ad strength"] = ("Excellent", "Good", "Average")[variant]
        yield cells


def rows():
    yield list(COLUMNS)
    for campaign, (budget, bidding, label, negatives, groups) in CAMPAIGNS.items():
        strategy, limit, target = bidding
        status = "Paused" if campaign == "Marke" else "Enabled"
        yield row(**{
            "Campaign": campaign, "Labels": f"{label};Rheinland", "Campaign Type": "Search",
            "Networks": "Google search;Search Partners" if campaign == "Marke" else "Google search",
            "Budget": budget, "Budget type": "Daily", "Languages": "de;en",
            "EU political ads": "Doesn't have EU political ads", "Bid Strategy Type": strategy,
            "Maximum CPC bid limit": limit, "Target CPA": target, "Start Date": "[]",
            "End Date": "[]", "Ad Schedule": "[]", "Ad rotation": "Optimize for clicks",
            "Content exclusions": "[]", "Targeting method": "Location of presence",
            "Final URL suffix": "utm_source=google&utm_medium=cpc", "Campaign Status": status,
        })
        yield row(**{"Campaign": campaign, "Location": "Germany", "ID": "2276",
                     "Reach": "65,400,000", "Campaign Status": status, "Status": "Enabled"})
        for text in negatives:
            yield row(**{"Campaign": campaign, "Keyword": text, "Criterion Type":
                         "Campaign Negative Phrase", "Campaign Status": status,
                         "Status": "Enabled"})
        for number, group in enumerate(groups):
            at = {"Campaign": campaign, "Ad Group": group[0], "Campaign Status": status,
                  "Ad Group Status": "Enabled"}
            yield row(**at, **{"Max CPC": f"{0.6 + number / 10:.2f}",
                               "Ad Group Type": "Standard", "Labels": ""})
            for text, match in keywords(group[3]):
                yield row(**at, **{
                    "Keyword": text, "Criterion Type": match, "Status": "Enabled",
                    "Max CPC": "0.95" if match == "Exact" and campaign == "Marke" else "",
                    "Approval Status": "Approved",
                })
            yield row(**at, **{"Keyword": "gebraucht", "Criterion Type": "Negative Broad",
                               "Status": "Enabled"})
            for cells in ads(group):
                yield row(**at, **cells)


def written(lines, separator, end="\r\n"):
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator=end).writerows(lines)
    return out.getvalue()


# Edits that people make in a file by hand. The report on it is google-editor-bad.json.
BAD_COLUMNS = (
    "campaign", " Campaign  daily budget ", "Campaign type", "Budget type", "Networks", "Languages",
    "Bid strategy type", "Target CPA", "Location", "ID", "Ad group", "Max CPC", "Ad type",
    "Headline 1", "Headline 1 position", "Headline 2", "Headline 3", "Headline 5", "Description 1",
    "Description 2", "Path 1", "Path 2", "Final URL", "Keyword", "Type", "Campaign Status", "Status",
    "Start date", "Link Text", "Favourite colour",
)


def bad_rows():
    def line(**cells):
        names = {"budget": 1, "type": 2, "period": 3, "networks": 4, "languages": 5, "strategy": 6,
                 "cpa": 7, "location": 8, "id": 9, "group": 10, "cpc": 11, "adtype": 12, "h1": 13,
                 "pin1": 14, "h2": 15, "h3": 16, "h5": 17, "d1": 18, "d2": 19, "p1": 20, "p2": 21,
                 "url": 22, "keyword": 23, "match": 24, "cstatus": 25, "status": 26, "start": 27,
                 "link": 28, "colour": 29}
        cells = dict(cells)
        out = [cells.pop("campaign", "Good")] + [""] * (len(BAD_COLUMNS) - 1)
        for name, value in cells.items():
            out[names[name]] = value
        return out

    search = {"type": "Search", "budget": "20"}
    ad = {"group": "Bread", "h1": "Fresh Bread Daily", "h2": "Baked at 5 am", "h3": "Order Online",
          "d1": "Sourdough from our own oven.", "d2": "Collect from 7 am.",
          "url": "https://bakery.example/bread"}
    return [
        list(BAD_COLUMNS),
        # taken
        line(**search, cstatus="Enabled", networks="Google search; Display Network", colour="blue"),
        line(location="United Kingdom", id="2826"),
        line(group="Bread", cpc="1.20 USD"),
        line(**ad, pin1="1"),
        line(group="Bread", keyword="[fresh bread]"),
        line(group="Bread", keyword='"rye bread"'),
        line(keyword="jobs", match="campaign negative broad"),
        # taken, with a warning: above the guardrail
        line(campaign="Dear", type="Search", budget="1,250.00"),
        # there already: the same again
        line(**search),
        line(group="Bread", keyword="FRESH BREAD", match="Exact"),
        line(**ad, p1="other"),
        # not taken
        line(campaign="No budget", type="Search"),
        line(campaign="No budget", group="Orphan"),
        line(campaign="No budget", group="Orphan", keyword="orphan", match="Exact"),
        line(campaign="Words", type="Search", budget="plenty", languages="en;klingon",
             strategy="Luck", networks="Radio", start="soon"),
        line(campaign="Life", type="Search", budget="500", period="Campaign total"),
        line(campaign="Shop", type="Shopping", budget="20"),
        line(campaign="Blimp", type="Airship", budget="20"),
        line(campaign="Removed", type="Search", budget="20", cstatus="Removed"),
        line(campaign="Nowhere", type="Search", budget="20"),
        line(campaign="Nowhere", location="Atlantis"),
        line(campaign="Targets", type="Search", budget="20", strategy="Target CPA"),
        line(campaign="Cents", type="Search", budget="20.123"),
        line(campaign="", type="Search", budget="20"),
        line(group="Ghosts", keyword="ghost", match="Exact"),
        line(campaign="Unheard of", group="Bread", keyword="ghost", match="Exact"),
        line(group="Bread", keyword="what? is @this!", match="Phrase"),
        line(group="Bread", keyword="one two three four five six seven eight nine ten eleven",
             match="Phrase"),
        line(group="Bread", keyword="bread", match="Roughly"),
        line(keyword="bread", match="Exact"),
        line(group="Bread", keyword="paused bread", match="Exact", status="Asleep"),
        line(**{**ad, "h5": "A headline that is much longer than thirty characters",
                "h2": "Baked at 6 am"}),
        line(**{**ad, "h2": "Fresh Bread Daily", "h5": "Another One"}),
        line(**{**ad, "h2": "", "d2": "", "url": "bakery.example"}),
        line(**{**ad, "h1": "Positions", "pin1": "7"}),
        line(**{**ad, "adtype": "Expanded text ad", "h1": "Old"}),
        line(h1="No group", d1="Nowhere to go.", url="https://bakery.example"),
        line(link="Our shops", url="https://bakery.example/shops"),
        line(group="Elsewhere", location="Bath"),
        line(),
    ]


def bad_file():
    text = written(bad_rows(), ",", "\n").encode()
    # Bytes that are no text, and a quote that is never closed; the row behind is read again.
    text += b"Good,,,,,,,,,,Bread,,,,,,,,,,,,,caf\xe9,Exact\n"
    text += b'Good,,,,,,,,,,Bread,,,,,,,,,,,,,"lost quote,Exact\n'
    text += b"Good,,,,,,,,,,Bread,,,,,,,,,,,,,last bread,Exact,,Enabled\n"
    return text


def main():
    lines = list(rows())
    editor = written(lines, "\t").encode("utf-16-le")
    (HERE / "google-editor-export.csv").write_bytes(b"\xff\xfe" + editor)
    (HERE / "google-editor-export-utf8.csv").write_bytes(written(lines, ",").encode())
    (HERE / "google-editor-bad.csv").write_bytes(bad_file())


if __name__ == "__main__":
    main()
