"""The first load of a board: page, styles, scripts, cards and pictures together, as they come over the line."""

MOST = 150_000  # bytes, compressed


def test_a_table_comes_in_less_than_150_kilobytes(sit_down):
    sizes = {}

    def watch(page):
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        names = {}
        line.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))

        def finished(event):
            sizes[names.get(event["requestId"], event["requestId"])] = event["encodedDataLength"]

        line.on("Network.loadingFinished", finished)

    table = sit_down("KL1-D1N-AAAAAAG", prepare=watch)
    sizes.clear()
    fresh = table.page.context.browser.new_context()
    fresh.add_cookies(table.page.context.cookies())
    page = fresh.new_page()
    watch(page)
    page.goto(table.page.url)
    page.wait_for_selector('#table[data-version="1"]')
    page.wait_for_load_state("networkidle")
    fresh.close()
    assert any(url.endswith(".svg") for url in sizes)
    assert sum(sizes.values()) < MOST, sorted(sizes.items(), key=lambda item: -item[1])[:12]
